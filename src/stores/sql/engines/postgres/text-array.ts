/** Several texts as one value for PostgreSQL, written out, since not every client knows how to send a list. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join()}}`
