import { type D1Client, d1Adapter } from "mortise/d1"
import { type Open, silent } from "./client.ts"

export const open: Open = (_, { DB }) => ({
  adapter: d1Adapter(DB as D1Client, silent),
  close: () => {},
  outage: null,
})
