/** The columns of a `SELECT`, each with a name of its own: clients that return rows as objects lose the others. */
export const numberedColumns = (...columns: readonly string[]): string =>
  columns.map((column, nth) => `${column} AS c${nth}`).join(", ")
