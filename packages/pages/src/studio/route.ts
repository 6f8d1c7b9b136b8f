import { useEffect, useState } from "preact/hooks"

const conditionNames = ["sort", "verified", "suspended", "provider"] as const

/** The order and the filters of a list, as the address and requests have them. Absent: by id, and all users. */
export type Conditions = { readonly [N in (typeof conditionNames)[number]]?: string | undefined }

/** The order and the filters that a list has. */
export const pickConditions = (list: Conditions): Record<string, string> =>
  Object.fromEntries(conditionNames.flatMap((name) => (list[name] ? [[name, list[name]]] : [])))

/** What the list of users shows, so that a person who comes back finds the same rows. */
export type UserList = Conditions & {
  readonly search: string
  /** How many rows are loaded together; absent for one page. */
  readonly shown?: number | undefined
  /** The user that was opened, and has the focus again. */
  readonly at?: string | undefined
}

/** What the page shows. The fragment of the address holds it, so that Back and reloading work. */
export type Route =
  | ({ readonly view: "users" } & UserList)
  | { readonly view: "user"; readonly id: string; readonly list: UserList }
  | { readonly view: "store" }
  | { readonly view: "leak" }

export const allUsers: Route = { view: "users", search: "" }

export function formatPath(route: Route): string {
  switch (route.view) {
    case "store":
      return "#/store"
    case "leak":
      return "#/leak"
    case "user":
      return `#/user?${new URLSearchParams({ id: route.id, ...toValues(route.list) })}`
    case "users": {
      const { at } = route
      const values = new URLSearchParams({ ...toValues(route), ...(at !== undefined && { at }) })
      return values.size === 0 ? "#/users" : `#/users?${values}`
    }
  }
}

const toValues = ({ search, shown, ...list }: UserList): Record<string, string> => ({
  ...(search !== "" && { search }),
  ...pickConditions(list),
  ...(shown !== undefined && { shown: String(shown) }),
})

function parseRoute(fragment: string): Route {
  const [path, query] = fragment.split("?")
  const values = new URLSearchParams(query ?? "")
  if (path === "#/store") return { view: "store" }
  if (path === "#/leak") return { view: "leak" }
  const shown = Number(values.get("shown") ?? Number.NaN)
  const list = {
    search: values.get("search") ?? "",
    ...pickConditions(Object.fromEntries(values)),
    ...(Number.isInteger(shown) && shown > 0 && { shown }),
  }
  if (path === "#/user") return { view: "user", id: values.get("id") ?? "", list }
  const at = values.get("at")
  return { view: "users", ...list, ...(at !== null && { at }) }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash))
  useEffect(() => {
    // Other fragments, such as the skip link's, name a place on the page.
    const follow = () =>
      (location.hash === "" || location.hash.startsWith("#/")) && setRoute(parseRoute(location.hash))
    addEventListener("hashchange", follow)
    // The address may have changed before the listener was added.
    follow()
    return () => removeEventListener("hashchange", follow)
  }, [])
  return route
}
