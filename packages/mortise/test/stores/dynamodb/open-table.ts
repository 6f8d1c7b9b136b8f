/** The module that racing processes load: all of them open the table that the environment names. */
import type { Factory } from "@mortise/conformance"
import { connectDynamodb } from "../../../../workshop/src/dynamodb/dynamodb-local.ts"
import { dynamodbAdapter } from "../../../src/stores/dynamodb/dynamodb-adapter.ts"

export const factory: Factory = () => {
  const [port, table = ""] = String(process.env["MORTISE_TEST_DYNAMODB"]).split("/")
  const client = connectDynamodb(Number(port))
  return { adapter: dynamodbAdapter(client, { table, onWarning: false }), close: () => client.destroy() }
}
