/** Cases that fail for reasons that are no fault of the adapter, by what these reasons are. */
type Skip = Readonly<Record<string, string>>

/** The case changes what it was returned, and goes on to use what it gave. */
export const sameObject: Skip = {
  "aliasing/returned-users-are-copies":
    "createUser returns the object that it was given, and the case relies on that one to stay as it is",
}

const refused = "deleteUser is refused with an error at that moment, so that the user is rightly still there"

export const refusedDeletion: Skip = {
  "late-writes/session-of-a-deleted-user": refused,
  "late-writes/account-of-a-deleted-user": refused,
}

const slow = "each call does throw, but after ten seconds or more, and the case waits for sixty in all"

export const slowOutage: Skip = { "outage/lookups-throw": slow, "outage/writes-throw": slow }
