/** Texts as a PostgreSQL array literal, because not every client can send a list. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join()}}`
