/**
 * Measures the layout of a page, in the page. A text counts with the rectangles of its lines, as far as the elements
 * around it do not clip them on purpose (`overflow: auto`). Reported are: text and elements beyond the window, text that
 * is wider than its control, and texts or controls that lie on each other. Fixed elements may lie on others.
 */
export function layoutProblems(): string[] {
  type Box = { left: number; top: number; right: number; bottom: number }
  const tolerance = 1.5
  const describe = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${element.textContent?.trim().slice(0, 40)}`

  /** The part of a box that is visible through every element around it that scrolls or clips. */
  function visiblePart(box: Box, around: Element | null): Box | undefined {
    let { left, top, right, bottom } = box
    for (let parent = around; parent; parent = parent.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(parent)
      const frame = parent.getBoundingClientRect()
      if (overflowX !== "visible") [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)]
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
    }
    return right - left > tolerance && bottom - top > tolerance ? { left, top, right, bottom } : undefined
  }

  // Everything behind a modal dialog is inert, and the dialog lies on it on purpose.
  const modal = document.querySelector("dialog:modal")
  const isShown = (element: Element) =>
    (!modal || modal.contains(element)) &&
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !element.closest(".visually-hidden, .skip-link, .toasts, script, style")
  const overlap = (a: Box, b: Box) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > tolerance &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > tolerance

  /** The visible texts with one box for each line. */
  function texts(): { element: Element; box: Box }[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: { element: Element; box: Box }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) {
        const box = visiblePart(line, element)
        if (box) found.push({ element, box })
      }
    }
    return found
  }

  function overlaps(items: readonly { element: Element; box: Box }[]): string[] {
    return items.flatMap((a, nth) =>
      items
        .slice(nth + 1)
        .filter((b) => a.element !== b.element && !a.element.contains(b.element) && overlap(a.box, b.box))
        .map((b) => `${describe(a.element)} lies on ${describe(b.element)}`),
    )
  }

  const problems: string[] = []
  if (document.documentElement.scrollWidth > innerWidth)
    problems.push(`The page is ${document.documentElement.scrollWidth} px wide.`)
  const lines = texts()
  for (const { element, box } of lines)
    if (box.right > innerWidth + tolerance || box.left < -tolerance)
      problems.push(`${describe(element)} is outside the window.`)
  const controls = [
    ...document.querySelectorAll("button, a, input:not(.visually-hidden), select, summary"),
  ].filter(isShown)
  for (const control of controls)
    if (
      control.scrollWidth > control.clientWidth + tolerance &&
      control.tagName !== "INPUT" &&
      control.clientWidth > 0
    )
      problems.push(`${describe(control)} is wider than its control.`)
  const boxes = controls.flatMap((element) => {
    const box = visiblePart(element.getBoundingClientRect(), element.parentElement)
    return box ? [{ element, box }] : []
  })
  return [...problems, ...overlaps(lines), ...overlaps(boxes)]
}
