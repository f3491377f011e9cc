"""A picture of a page: python web/shot.py URL FILE.png [width] [light|dark] [height]. Height 0 is the whole page."""

import sys

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]


def shoot(url: str, file: str, width: int, theme: str, height: int) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        size = {"width": width, "height": height or 800}
        page = browser.new_page(viewport=size, color_scheme=theme, device_scale_factor=1 if width > 600 else 2)
        page.on("console", lambda message: message.type in ("error", "warning") and print(message.text))
        page.on("pageerror", lambda error: print(error))
        page.goto(url, wait_until="networkidle")
        page.wait_for_timeout(900)  # let pieces come to rest
        page.screenshot(path=file, full_page=not height)
        browser.close()


if __name__ == "__main__":
    url, file, width, theme, height, *_ = [*sys.argv[1:], *["1440", "light", "0"][len(sys.argv) - 3 :]]
    shoot(url, file, int(width), theme, int(height))
