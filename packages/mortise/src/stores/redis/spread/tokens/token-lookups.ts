import type { ModelName } from "../../../../contract/models.ts"
import type { Key, Row } from "../../../../contract/rows.ts"
import { slotField, tokenField } from "../../glossary.ts"
import { unpackRow } from "../../rows/packed-row.ts"
import { readFields } from "../../rows/read-hash.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { resolveNotice } from "./notices.ts"

/** The lookups of tokens and slots. A notice that they find is resolved first: see notices.ts. */
export type TokenLookups = {
  find(model: ModelName, key: Key): Promise<Row | null>
  /** The tokens of an identifier. */
  list(identifier: string): Promise<Row[]>
}

/** The field that holds a token or a slot in its key. */
export const toField = (key: Key | Readonly<Row>): string =>
  key["token"] === undefined ? slotField.row : `${tokenField.prefix}${key["token"]}`

export function createTokenLookups(parts: SpreadParts): TokenLookups {
  const { schema, keys, connection } = parts
  return {
    async find(model, key) {
      const name = keys.row(model, key)
      for (;;) {
        const [packed, notice] = await readFields(connection, name, toField(key), tokenField.notice)
        if (!packed) return null
        if (!notice || (await resolveNotice(parts, name, notice)) === "pending")
          return unpackRow(schema.models[model], packed)
      }
    },

    async list(identifier) {
      const name = keys.row("verificationToken", { identifier })
      for (;;) {
        const { [tokenField.notice]: notice, ...stored } = parseHash(await connection.read("HGETALL", name))
        if (!notice || (await resolveNotice(parts, name, notice)) === "pending")
          return Object.values(stored).map((packed) => unpackRow(schema.models.verificationToken, packed))
      }
    },
  }
}

/** The fields of a hash: RESP2 answers a list, RESP3 an object or a map. */
function parseHash(reply: unknown): Record<string, string> {
  if (!Array.isArray(reply))
    return reply instanceof Map ? Object.fromEntries(reply) : (reply as Record<string, string>)
  const pairs: Record<string, string> = {}
  for (let index = 0; index < reply.length; index += 2) pairs[reply[index]] = reply[index + 1]
  return pairs
}
