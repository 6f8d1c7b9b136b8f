/** Cases that fail for reasons that are not the fault of the adapter, each with the reason. */
type Skip = Readonly<Record<string, string>>

const slow = "each call throws only after ten seconds or more, and the case times out after sixty seconds"

export const slowOutage: Skip = { "outage/lookups-throw": slow, "outage/writes-throw": slow }
