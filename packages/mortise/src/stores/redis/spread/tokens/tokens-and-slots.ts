/**
 * Tokens and slots: a row is one field of one key, so each verb is one script on that key, with no claim and no commit.
 * The nonce, which only the indexes need, is part of the packed row.
 */
import type { ModelName } from "../../../../contract/models.ts"
import type { Key, Row } from "../../../../contract/rows.ts"
import type { Model } from "../../../../contract/schema.ts"
import { conflict } from "../../../../contract/store-errors.ts"
import type { Guard, Miss, Patch } from "../../../../operations/store.ts"
import { inBackground } from "../../background.ts"
import { newNonce, slotField, tokenField } from "../../glossary.ts"
import { nonceIn, type PackedRow, packRow, unpackRow, withNonce } from "../../rows/packed-row.ts"
import { readFields } from "../../rows/read-hash.ts"
import { repeatWhileChanged } from "../../scripts/repeat-while-changed.ts"
import type { Script } from "../../scripts/script.ts"
import { changeArguments, expiryArgument, guardArguments, hasMerge } from "../../scripts/script-arguments.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { resolveNotice } from "./notices.ts"
import { insertFieldScript, takeFieldScript, updateFieldScript } from "./token-scripts.ts"

/** The answer of a script: a status with the packed row, or with the notice that was in its way. */
type Answer = readonly [status: "done" | "taken" | "changed" | "notice" | Miss, text?: PackedRow | string]

/** The verbs of tokens and slots. */
export type TokensAndSlots = TokenLookups & {
  insert(model: Model, row: Row): Promise<void>
  update(model: Model, key: Key, patch: Patch, guard?: Guard): Promise<Row | Miss>
  take(model: Model, key: Key, guard?: Guard): Promise<Row | Miss>
}

export function createTokensAndSlots(parts: SpreadParts): TokensAndSlots {
  const { keys, connection, indexes } = parts
  const lookups = createTokenLookups(parts)

  /** Runs a script on a field of a key. If a notice is in its way, resolves the notice and runs the script again. */
  const run = async (
    script: Script,
    name: string,
    field: string,
    args: readonly string[],
  ): Promise<Answer> => {
    let ignored = ""
    for (;;) {
      const answer = (await connection.evaluate(script, [name], [field, ignored, ...args])) as Answer
      if (answer[0] !== "notice") return answer
      const notice = answer[1] ?? ""
      ignored = (await resolveNotice(parts, name, notice)) === "pending" ? notice : ""
    }
  }

  const result = (model: Model, [status, packed]: Answer): Row | Miss =>
    packed === undefined ? (status as Miss) : unpackRow(model, packed)

  return {
    async insert(model, row) {
      const nonce = newNonce()
      // Redis drops these rows a day after they expire, so a lost entry of the index does not fail the call.
      inBackground(indexes.add(model.name, row, nonce))
      const args = [withNonce(packRow(model, row), nonce), expiryArgument(model, row)]
      const [status] = await run(insertFieldScript, keys.row(model.name, row), toField(row), args)
      if (status === "done") return
      inBackground(indexes.drop(model.name, row, nonce))
      throw conflict(model.name, model.keys[0] ?? [])
    },

    ...lookups,

    async update(model, key, patch, guard) {
      return repeatWhileChanged(model.name, async () => {
        const read = hasMerge(patch) ? await lookups.find(model.name, key) : {}
        if (read === null) return "absent"
        const args = [...changeArguments(model, patch, guard, read), expiryArgument(model, patch)]
        const answer = await run(updateFieldScript, keys.row(model.name, key), toField(key), args)
        if (answer[0] === "changed") return "changed"
        if (answer[1] && expiryArgument(model, patch) !== "")
          inBackground(indexes.expire(model.name, unpackRow(model, answer[1]), nonceIn(answer[1])))
        return result(model, answer)
      })
    },

    async take(model, key, guard) {
      const args = guardArguments(model, guard)
      const answer = await run(takeFieldScript, keys.row(model.name, key), toField(key), args)
      if (answer[1]) inBackground(indexes.drop(model.name, unpackRow(model, answer[1]), nonceIn(answer[1])))
      return result(model, answer)
    },
  }
}

/** The lookups of tokens and slots. A notice that they find is resolved first: see notices.ts. */
type TokenLookups = {
  find(model: ModelName, key: Key): Promise<Row | null>
  /** The tokens of an identifier. */
  list(identifier: string): Promise<Row[]>
}

/** The field that holds a token or a slot in its key. */
const toField = (key: Key | Readonly<Row>): string =>
  key["token"] === undefined ? slotField.row : `${tokenField.prefix}${key["token"]}`

function createTokenLookups(parts: SpreadParts): TokenLookups {
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
