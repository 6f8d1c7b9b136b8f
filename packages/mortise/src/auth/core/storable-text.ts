/** Whether every store accepts the text: PostgreSQL refuses NUL, and half of a surrogate pair has no UTF-8 form. */
export const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed()
