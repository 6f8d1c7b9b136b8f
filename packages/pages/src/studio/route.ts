import { useEffect, useState } from "preact/hooks"

/** What the page shows. The fragment of the address holds it, so that the Back button works. */
export type Route =
  | { readonly view: "users"; readonly search: string }
  | { readonly view: "user"; readonly id: string }
  | { readonly view: "store" }

export function pathOf(route: Route): string {
  if (route.view === "user") return `#/user?${new URLSearchParams({ id: route.id })}`
  if (route.view === "store") return "#/store"
  return route.search === "" ? "#/users" : `#/users?${new URLSearchParams({ search: route.search })}`
}

function routeOf(fragment: string): Route {
  const [path, query] = fragment.split("?")
  const values = new URLSearchParams(query ?? "")
  if (path === "#/store") return { view: "store" }
  if (path === "#/user") return { view: "user", id: values.get("id") ?? "" }
  return { view: "users", search: values.get("search") ?? "" }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash))
  useEffect(() => {
    // Other fragments, such as that of the skip link, name a place on the page.
    const follow = () =>
      (location.hash === "" || location.hash.startsWith("#/")) && setRoute(routeOf(location.hash))
    addEventListener("hashchange", follow)
    // The address may have changed before the listener was added.
    follow()
    return () => removeEventListener("hashchange", follow)
  }, [])
  return route
}
