import { MortiseError } from "../../contract/errors.ts"
import type { Row } from "../../contract/rows.ts"
import { readPages } from "../export/read-export.ts"
import { markProvider } from "./import-mark.ts"

type Lines = AsyncIterable<string> | Iterable<string>

/** The lines of an export. An array, or a function that opens the file again, can be read twice. */
export type LinesOfExport = Lines | (() => Lines)

export const openLines = (lines: LinesOfExport): Lines => (typeof lines === "function" ? lines() : lines)

/** A row that only its user has, reduced to its key. */
export type Proof = { readonly model: "account" | "authenticator"; readonly key: Row }

/** What must be known before users without an email are imported. */
export type Survey = {
  /** The hash of the export, which no other export has. */
  readonly hash: string
  /** The accounts and passkeys of each user without an email, by its id in the file. */
  readonly proofs: ReadonlyMap<string, readonly Proof[]>
}

const keysOf = {
  account: ["provider", "providerAccountId"],
  authenticator: ["credentialID"],
} as const

/** Reads the whole export, or returns `undefined` for lines that can be read only once. Refuses a damaged export. */
export async function surveyExport(lines: LinesOfExport): Promise<Survey | undefined> {
  if (typeof lines !== "function" && !Array.isArray(lines)) return undefined
  const proofs = new Map<string, Proof[]>()
  let last: { readonly hash: string; readonly isComplete: boolean } | undefined
  for await (const { rows, position } of readPages(openLines(lines))) {
    last = position
    for (const { model, row } of rows) {
      if (model === "user" && (row["email"] ?? null) === null) proofs.set(String(row["id"]), [])
      if (model !== "account" && model !== "authenticator") continue
      // The mark of an earlier import names a user of another export.
      if (row["provider"] === markProvider) continue
      const key = Object.fromEntries(keysOf[model].map((name) => [name, row[name]])) as Row
      proofs.get(String(row["userId"]))?.push({ model, key })
    }
  }
  return last?.isComplete ? { hash: last.hash, proofs } : throwDamaged()
}

export function throwDamaged(): never {
  throw new MortiseError("corrupt", "The export is incomplete or damaged: export again.")
}
