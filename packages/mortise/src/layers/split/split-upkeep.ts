import type { Upkeep } from "../../contract/upkeep.ts"
import { type Halves, pickHalf } from "./halves.ts"

// Where the last sweep stopped to look for stubs of removed users.
const placeKey = "mortise/split/sweep"
const stubsPerSweep = 100

/** Paging and counting in the half of each model. A sweep covers both halves. */
export function createSplitUpkeep(halves: Halves): Upkeep {
  const { users, sessions } = halves
  const [ofUsers, ofSessions] = [users.inside.upkeep, sessions.inside.upkeep]
  const { slots } = sessions.inside
  const repair = ofUsers.repair ?? ofSessions.repair

  /**
   * Removes what interrupted calls left behind: the stubs and sessions of users who are not in the users half. Looks at
   * some stubs, and the next sweep continues there.
   */
  const removeStubs = async (limit: number): Promise<number> => {
    const place = await slots.read(placeKey)
    const after = typeof place?.value === "string" ? { after: { id: place.value } } : {}
    const page = await ofSessions.page("user", { limit: Math.min(limit, stubsPerSweep), ...after })
    const matchingUsers = await Promise.all(page.rows.map(({ id }) => users.adapter.getUser(id)))
    const stubs = page.rows.filter((_, index) => matchingUsers[index] === null)
    await Promise.all(stubs.map(({ id }) => sessions.adapter.deleteUser(id)))
    if (page.next) await slots.set({ key: placeKey, value: page.next["id"] ?? null })
    else if (place) await slots.take(placeKey)
    return stubs.length
  }

  return {
    page: (model, options) => pickHalf(halves, model).inside.upkeep.page(model, options),
    count: (model) => pickHalf(halves, model).inside.upkeep.count(model),
    async sweep(options = {}) {
      const { limit = 1000 } = options
      let removed = await ofSessions.sweep(options)
      // The users half may still have sessions and tokens from before it was split.
      if (removed < limit) removed += await ofUsers.sweep({ ...options, limit: limit - removed })
      if (removed < limit) removed += await removeStubs(limit - removed)
      return removed
    },
    ...(repair && { repair }),
  }
}
