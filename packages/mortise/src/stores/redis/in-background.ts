/** Lets a clean-up run without waiting for it. If it fails, what it leaves is invisible, and a later call removes it. */
export function inBackground(work: Promise<unknown>): void {
  work.catch(() => {})
}
