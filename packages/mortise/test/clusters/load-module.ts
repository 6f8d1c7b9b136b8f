/** The module that every process of a load imports. Its URL names the client and the entry points of the cluster. */
import { type ClientName, clients } from "./connect.ts"

const { searchParams } = new URL(import.meta.url)
const connect = clients[searchParams.get("client") as ClientName]

export const factory = searchParams.getAll("url").map((url) => () => connect(url))
