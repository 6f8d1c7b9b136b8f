import type { Statement } from "./driver.ts"

const statements = new Map<string, Statement>()

/**
 * The statement of a text: the same object for the same text. Drivers cache what they prepare under the object,
 * servers under its name.
 */
export function statement(text: string, single = false, isLookup = false): Statement {
  const made = statements.get(text) ?? {
    ...newStatement(text, single, `mortise_${hash(text)}`),
    ...(isLookup && { isLookup }),
  }
  statements.set(text, made)
  return made
}

const mostShapes = 1_000
let shapes = 0

/**
 * The statement of a text whose shape a request chooses, such as the columns of an update. After many shapes, further
 * ones are not cached, and servers do not prepare them: the number of shapes is exponential in the number of columns.
 */
export function shapedStatement(text: string, single = false): Statement {
  const existing = statements.get(text)
  if (existing) return existing
  if (shapes >= mostShapes) return newStatement(text, single, "")
  shapes++
  return statement(text, single)
}

const newStatement = (text: string, single: boolean, name: string): Statement => ({
  text,
  name,
  returns: /^SELECT|\bRETURNING\b/.test(text),
  // A write must run to its end: clients that stop after the first row do not report a failed commit.
  single: single && isRead({ text }),
})

/** A statement that is run once: it is not cached, and servers do not prepare it by name. */
export const unpreparedStatement = (text: string): Statement => ({
  text,
  name: "",
  returns: /^SELECT\b/.test(text),
})

/** Compiles a statement at its first use and returns the same one for the same signature afterwards. */
export type Once = (signature: string, text: () => string, single?: boolean) => Statement

/** The start of a statement of MariaDB that reads and writes dates in UTC. */
export const inUtcZone = "SET STATEMENT time_zone = '+00:00' FOR "

/** Whether a statement changes nothing. */
export const isRead = ({ text }: Pick<Statement, "text">): boolean =>
  text.startsWith("SELECT", text.startsWith(inUtcZone) ? inUtcZone.length : 0)

/** The end of a `SELECT` that locks its row until the transaction ends. */
export const lock = " FOR UPDATE"

/** Whether a statement is a locking `SELECT`. */
export const isLocking = ({ text }: Pick<Statement, "text">): boolean => text.endsWith(lock)

/** 64 bits of FNV-1a: a text has the same name in every process. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return value.toString(16).padStart(16, "0")
}
