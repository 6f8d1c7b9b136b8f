import { useRef } from "preact/hooks"
import type { RowCount, UserPage, UserSummary } from "../../../mortise/src/cli/studio/api-types.ts"
import { readApi } from "./api-client.ts"
import { formatPath, pickConditions, type UserList } from "./route.ts"
import { useLoaded } from "./use-loaded.ts"
import { type Pages, usePages } from "./use-pages.ts"

const pageSize = 50
const maxPageSize = 1000

type Users = Omit<Pages<UserSummary, Omit<UserPage, "users" | "next">>, "problem" | "retry"> & {
  /** How many users the store has. */
  readonly total: RowCount | undefined
  /** How many rows are loaded; undefined for one page. */
  readonly shown: number | undefined
  /** All rows were read. */
  readonly isComplete: boolean
  readonly problem: { readonly title: string; readonly cause: string } | undefined
  /** Reads what could not be read. */
  readonly retry: () => void
}

/** The users that a list shows, and how many there are. */
export function useUsers(list: UserList): Users {
  const { search, shown = pageSize } = list
  const total = useLoaded(() => readApi<RowCount>("count", { model: "user" }), "user")
  const first = Math.min(Math.max(shown, pageSize), maxPageSize)
  const key = formatPath({ view: "users", search, ...pickConditions(list) })
  const read = useRef(0)
  const pages = usePages(async (after) => {
    const limit = String(after === null ? first : pageSize)
    const query = { search, ...pickConditions(list), limit, ...(after !== null && { after }) }
    const { users, next, ...info } = await readApi<UserPage>("users", query)
    read.current = (after === null ? 0 : read.current) + (info.read ?? 0)
    return { rows: users, next, info: { ...info, read: read.current } }
  }, key)
  const { rows, isLoading, loadMore } = pages
  return {
    ...pages,
    total: total.value,
    shown: rows.length > pageSize ? rows.length : undefined,
    isComplete: !isLoading && !loadMore && !pages.problem,
    loadMore: pages.problem ? undefined : loadMore,
    problem: buildProblem(pages.problem?.message, total.problem?.message),
    retry() {
      if (pages.problem) pages.retry()
      if (total.problem) total.reload()
    },
  }
}

/** One banner is enough: what stops the list usually stops the count too. */
function buildProblem(listing: string | undefined, counting: string | undefined): Users["problem"] {
  if (listing !== undefined) return { title: "Users cannot be read", cause: listing }
  return counting === undefined ? undefined : { title: "Users cannot be counted", cause: counting }
}
