/** Several texts as the literal of a PostgreSQL array, because not every client can send a list. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join()}}`
