"""The icons that systems want as pixels, drawn from icon.svg by Chromium: python web/make_icons.py"""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

PUBLIC = Path(__file__).parent / "public"
BLUE = "#1d3f78"  # icon.svg's own ground
ROUND = {"icon-192.png": 192, "icon-512.png": 512}  # with their corners cut
SQUARE = {"icon-180.png": 180, "icon-maskable-512.png": 512}  # to the edge: systems cut these themselves, as they like
SAFE = 80  # percent of a square icon that no system cuts


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, size in ROUND.items():
            draw(browser, name, size, "transparent", 100)
        for name, size in SQUARE.items():
            draw(browser, name, size, BLUE, SAFE)
        browser.close()


def draw(browser: Browser, name: str, size: int, ground: str, percent: int) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    style = f"margin:0;block-size:100vh;display:grid;place-items:center;background:{ground}"
    page.set_content(f'<body style="{style}"><style>svg{{inline-size:{percent}%}}</style>{svg}')
    page.screenshot(path=PUBLIC / name, omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
