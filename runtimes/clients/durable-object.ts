import { type DurableObjectClient, durableObjectAdapter } from "mortise/durable-object"
import { type Open, silent } from "./client.ts"

export const open: Open = (_, { ctx }) => ({
  adapter: durableObjectAdapter(ctx?.storage as DurableObjectClient, silent),
  close: () => {},
  outage: null,
})
