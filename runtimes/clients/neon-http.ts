import { neon, neonConfig } from "@neondatabase/serverless"
import { neonAdapter } from "mortise/neon"
import { nowhere, type Open, silent } from "./client.ts"

export const open: Open = ({ url, endpoint = "" }) => {
  neonConfig.fetchEndpoint = () => endpoint
  let address = url
  const sql = neon(url, { connectionString: () => address } as object)
  const outage = () => {
    address = `postgres://nobody:none@${nowhere}/none`
  }
  return { adapter: neonAdapter(sql, silent), close: () => {}, outage }
}
