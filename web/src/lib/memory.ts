// What this browser remembers.

export function remembered(name: string, usual: string): string {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    return usual; // a browser that keeps nothing
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // then it holds for this visit
  }
}
