/** Runs in the page: whether an element has the focus. */
export const hasFocus = (element: Element): boolean => element === document.activeElement
