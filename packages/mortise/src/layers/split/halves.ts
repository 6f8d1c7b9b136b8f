import type { Adapter } from "../../contract/adapter.ts"
import { extras } from "../../contract/adapter-parts.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { MortiseError } from "../../contract/errors.ts"
import type { Extras } from "../../contract/extras.ts"
import { isInSessionsHalf } from "../../contract/halves.ts"
import { type Internals, internals } from "../../contract/internals.ts"
import { layerNames } from "../../contract/layered.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Schema } from "../../contract/schema.ts"

/** One of the two stores of a split adapter. */
export type Half = {
  readonly adapter: Adapter
  readonly inside: Internals
  readonly extras: Partial<Extras>
}

export type Halves = {
  readonly users: Half
  readonly sessions: Half & { readonly extras: Needed }
  /** For a call with a time limit: the halves without it, to undo what the call has done. */
  readonly unlimited?: Halves
}

/** The extras of the sessions half that the layer itself calls. */
type Needed = Partial<Extras> & Pick<Extras, "dropTokens">

/** The half that stores the rows of a model. */
export const pickHalf = ({ users, sessions }: Halves, model: ModelName): Half =>
  isInSessionsHalf(model) ? sessions : users

/** Checks the two adapters. Throws `invalid` with the reason if they cannot work together. */
export function openHalves(options: { readonly users: object; readonly sessions: object }): Halves {
  checkOptionNames("split", options, ["users", "sessions"])
  const [users, sessions] = [openHalf("users", options?.users), openHalf("sessions", options?.sessions)]
  if (users.adapter === sessions.adapter)
    throw invalidSplit("users and sessions are the same adapter: pass two stores")
  if (users.inside.tenant !== sessions.inside.tenant)
    throw invalidSplit("users and sessions have different tenants")
  checkStubs(sessions.inside.schema)
  const { dropTokens } = sessions.extras
  if (!dropTokens)
    throw invalidSplit(
      "sessions has operations for tokens of your own, which split would bypass: override those of the split adapter instead",
    )
  return { users, sessions: { ...sessions, extras: { ...sessions.extras, dropTokens } } }
}

function openHalf(name: "users" | "sessions", adapter: object | undefined): Half {
  const inside = internals(Object(adapter))
  if (!adapter || !inside)
    throw invalidSplit(`${name} must be a Mortise adapter. Others lack slots and extras`)
  const [layer] = layerNames(adapter)
  if (layer === "split") throw invalidSplit(`${name} is split already: pass the adapter of one store`)
  if (layer)
    throw invalidSplit(
      `${name} has the layer ${layer}. Layers go around split: ${layer}(split({ users, sessions }))`,
    )
  return { adapter: adapter as Adapter, inside, extras: extras(adapter) ?? {} }
}

/** The sessions half stores a stub of a user: a row with the id of the users half and nothing else. */
function checkStubs({ ids, models, missingGuarantees }: Schema): void {
  if (ids !== "given")
    throw invalidSplit(
      `the sessions half creates ids (ids: "${ids}"), but they come from users: leave ids out of the schema of sessions`,
    )
  const required = models.user.fields.filter(({ presence }) => presence === "required")
  if (required.length > 0)
    throw invalidSplit(
      `the sessions half stores only the id of a user, but its schema requires ${required.map(({ name }) => name).join(", ")}: leave them, emailRequired and presets out of the schema of sessions`,
    )
  if (missingGuarantees.includes("foreign_keys"))
    throw invalidSplit(
      "the sessions half has no foreign keys, so a session could outlive its user: leave the preset out of the schema of sessions",
    )
}

const invalidSplit = (reason: string): MortiseError => new MortiseError("invalid", `split: ${reason}.`)
