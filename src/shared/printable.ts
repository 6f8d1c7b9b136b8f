/** A name from outside for a log: on one line, and short. */
export const printable = (name: string): string =>
  /^[\w-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64))
