/** `getUserByEmail` becomes `get-user-by-email`, as the ids of cases are written. */
export const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
