// What a browser keeps for itself; one that keeps nothing forgets with the page.

export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds for as long as the page is open.
  }
}
