/** Cases that fail for reasons that are no fault of the adapter, by what these reasons are. */
type Skip = Readonly<Record<string, string>>

const slow = "each call does throw, but after ten seconds or more, and the case waits for sixty in all"

export const slowOutage: Skip = { "outage/lookups-throw": slow, "outage/writes-throw": slow }
