import { sameValue } from "../../../../../engine/case-tools/same-value.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import { type Kind, kinds, newOwner, ownedKinds } from "../../rows.ts"
import { changedOwner, revocationHarm } from "./owners.ts"
import { type Scenario, watchedCase, without } from "./watch.ts"

/** The fields that an adapter replaces when it stores the row: it may generate the ids of users. */
async function replacedFields(t: CaseContext, kind: Kind): Promise<string[]> {
  const newRow = kind.row(t, await newOwner(t))
  const { fields } = await newRow.store()
  return Object.keys(fields).filter((name) => !sameValue(fields[name], newRow.fields[name]))
}

const toCreationCase = (kind: Kind): NewCase =>
  watchedCase({
    clause: "SEC-B9",
    also: [`§4 ${kind.create}`],
    id: `lookups-during/creation-of-${kind.name}s`,
    title: `Lookups find ${kind.one} once its creation has completed`,
    harm: "A person who just signed in, signed up or linked an account is treated as unknown.",
    async prepare(t) {
      const owner = await newOwner(t)
      const replaced = await replacedFields(t, kind)
      const row = kind.row(t, owner)
      // Others of the same user exist. Accounts are left out, because some tables hold one of each user.
      if (kind.update) for (const _ of ["one", "two"]) await kind.row(t, owner).store()
      return [{ states: [[], [row]], changes: [row.store], replaced }]
    },
  })

const toChangeCase = (kind: Kind): NewCase =>
  watchedCase({
    clause: "SEC-B9",
    also: [`§4 ${kind.update}`],
    id: `lookups-during/change-of-${kind.name}s`,
    title: `Lookups find ${kind.one} during a change, with all old or all new values`,
    async prepare(t) {
      const owner = await newOwner(t)
      const scenario = async (changes = {}): Promise<Scenario> => {
        const row = await kind.row(t, owner).store()
        const after = kind.row(t, owner, { ...row.fields, ...changes })
        return { states: [[row], [after]], changes: [async () => row.change?.(changes)] }
      }
      const all = kind.changes?.(t, 0) ?? {}
      const plain = without(
        all,
        kind.keys.map(({ field }) => field),
      )
      // The address of a user is a key. Once it changes, and once only other fields change.
      return Promise.all((sameValue(all, plain) ? [all] : [all, plain]).map(scenario))
    },
  })

const toRemovalCase = (kind: Kind): NewCase =>
  watchedCase({
    clause: "SEC-B9",
    also: [...kind.gone, `§4 ${kind.remove}`],
    id: `lookups-during/removal-of-${kind.name}s`,
    title: `Lookups do not find ${kind.one} once it has been ${kind.removed}`,
    harm: revocationHarm,
    async prepare(t) {
      const row = await kind.row(t, await newOwner(t)).store()
      return [{ states: [[row], []], changes: [async () => row.remove?.()] }]
    },
  })

const toOwnerDeletionCase = (kind: Kind): NewCase =>
  watchedCase({
    clause: "SEC-B6",
    also: [...kind.gone, "§4 deleteUser"],
    id: `lookups-during/deletion-and-${kind.name}s`,
    title: `Lookups do not find ${kind.one} once its user has been deleted`,
    harm: revocationHarm,
    async prepare(t) {
      const owner = await newOwner(t)
      const row = await kind.row(t, owner).store()
      return [{ states: [[row], []], changes: [() => t.adapter.deleteUser(owner.id)] }]
    },
  })

const toOwnerChangeCase = (kind: Kind): NewCase =>
  watchedCase({
    clause: "SEC-B9",
    also: ["§4 updateUser"],
    id: `lookups-during/update-and-${kind.name}s`,
    title: `Lookups find ${kind.one} while its user is updated`,
    async prepare(t) {
      const owner = await newOwner(t)
      const { after, update } = changedOwner(t, owner)
      const row = await kind.row(t, owner).store()
      return [{ states: [[row], [kind.row(t, after, row.fields)]], changes: [update] }]
    },
  })

const isReadOften = ({ isReadOnce }: Kind): boolean => !isReadOnce

export const lookupsDuringOneChange: readonly NewCase[] = [
  ...kinds.filter(isReadOften).map(toCreationCase),
  ...kinds.filter(({ changes }) => changes).map(toChangeCase),
  ...kinds.filter((kind) => kind.remove && isReadOften(kind)).map(toRemovalCase),
  ...ownedKinds.map(toOwnerDeletionCase),
  ...ownedKinds.map(toOwnerChangeCase),
]
