/** Where the browser remembers the package manager. */
export const storageKey = "package-manager"

/** Runs in the head of each page, so that the remembered tab is shown from the start. The style sheet reads the result. */
export const restoreChoice = `try { const name = localStorage.getItem("${storageKey}"); if (name) document.documentElement.dataset.packageManager = name } catch {}`
