/** Moves the focus to the heading of a region, or of the view: for an action whose button is gone afterwards. */
export function focusHeading(region?: Element | null): void {
  const place = region?.isConnected ? region : document.getElementById("main")
  const heading = place?.querySelector<HTMLElement>("h2, h3")
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Whether the element that had the focus is gone. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
