import { internals } from "../../contract/internals.ts"

/** Names the database of an adapter without credentials; undefined if the store has none, or does not name it. */
export async function readPlace(adapter: object): Promise<string | undefined> {
  const { halves, migration, readPlace: ofStore } = internals(adapter) ?? {}
  if (halves) {
    const places = await Promise.all([readPlace(halves.users), readPlace(halves.sessions)])
    return places.filter((place) => place !== undefined).join("; ") || undefined
  }
  if (!migration) return ofStore?.()
  return (await import("../../stores/sql/migrate/read-place.ts")).readAdapterPlace(adapter)
}
