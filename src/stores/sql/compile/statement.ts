import type { Statement } from "../driver.ts"

const made = new Map<string, Statement>()

/** The one statement of a text: drivers keep what they prepare under the object, servers under its name. */
export function statement(text: string, single = false): Statement {
  const known = made.get(text) ?? {
    text,
    name: `mortise_${hash(text)}`,
    returns: /^SELECT|\bRETURNING\b/.test(text),
    // A write must run to its end: clients that stop at its row do not tell when its commit fails.
    single: single && isRead({ text }),
  }
  made.set(text, known)
  return known
}

/** Makes a statement of a text at its first use, and returns the same one from then on. */
export type Once = (what: string, text: () => string, single?: boolean) => Statement

/** Whether a statement changes nothing. */
export const isRead = ({ text }: Pick<Statement, "text">): boolean => text.startsWith("SELECT")

/** What a select ends in that keeps its row from being changed until the transaction is over. */
export const lock = " FOR UPDATE"

/** Whether a statement is such a select. */
export const isLocking = ({ text }: Pick<Statement, "text">): boolean => text.endsWith(lock)

/** 64 bits of FNV-1a: the same text has the same name in every process, and different texts differ. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return value.toString(16).padStart(16, "0")
}
