import { visibleJson } from "./visible-text.ts"

/** A name given by a caller, made safe for a log: one line, at most 64 characters of the name. */
export const printable = (name: string): string =>
  /^[\w-]{1,64}$/.test(name) ? name : visibleJson(name.slice(0, 64))
