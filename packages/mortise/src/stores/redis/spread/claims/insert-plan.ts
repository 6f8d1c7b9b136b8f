import type { Row } from "../../../../contract/rows.ts"
import type { Model } from "../../../../contract/schema.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import { getRowKind } from "../../rows/keys.ts"
import { packRow } from "../../rows/packed-row.ts"
import { expiryArgument } from "../../scripts/script-arguments.ts"
import type { Intent } from "../intents.ts"
import type { SpreadParts } from "../spread-parts.ts"
import type { Place } from "./places.ts"

/** The rows of one insert, which all belong to one user, and the places that they need. */
export type Plan = {
  readonly id: string
  readonly user: string
  /** The packed user if the call creates it. */
  readonly created: string | undefined
  readonly rows: readonly (readonly [Model, Row])[]
  readonly places: readonly (Place & { readonly model: Model; readonly fields: readonly string[] })[]
}

export function buildPlan({ keys }: SpreadParts, rows: Plan["rows"]): Plan {
  const ids = new Set<string>()
  const places: Plan["places"][number][] = []
  let created: string | undefined
  for (const [model, row] of rows) {
    const kind = getRowKind(model)
    if (kind === "user") {
      const { id, email } = row
      const user = keys.user(id as string)
      ids.add(id as string)
      created = packRow(model, row)
      if (typeof email === "string")
        places.push({ kind: "email", key: keys.email(email), user, model, fields: ["email"] })
    } else if (kind === "owned") {
      const user = keys.user(row["userId"] as string)
      ids.add(row["userId"] as string)
      const [packed, expires] = [packRow(model, row), expiryArgument(model, row)]
      const key = keys.row(model.name, row)
      places.push({ kind: "row", key, user, packed, expires, model, fields: model.keys[0] ?? [] })
    } else ids.add("")
  }
  const [id] = ids
  if (!id || ids.size > 1)
    throwInvalid("On Redis Cluster, rows that are inserted together must belong to one user.")
  return { id, user: keys.user(id), created, rows, places }
}

/** What a sweep must find if the caller ends: the claims, and the rows that Redis would keep forever. */
export function buildIntent({ id, created, rows, places }: Plan, nonce: string): Intent | undefined {
  if (places.every(({ kind, expires }) => kind === "row" && expires !== "")) return undefined
  const emails = rows.flatMap(([{ name }, { email }]) =>
    name === "user" && typeof email === "string" ? [email] : [],
  )
  return {
    id,
    emails: emails.map((email) => [email, nonce] as const),
    rows: places.flatMap(({ kind, key }) => (kind === "row" ? [[key, nonce] as const] : [])),
    ...(created !== undefined && { generation: nonce }),
  }
}
