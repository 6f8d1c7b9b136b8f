import { once } from "node:events"
import { DynamoDBAdapter } from "@auth/dynamodb-adapter"
import { type CreateTableCommandInput, DynamoDB, waitUntilTableExists } from "@aws-sdk/client-dynamodb"
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb"
import dynalite from "dynalite"
import type { AuthJsPeer } from "../peer.ts"

const TableName = "next-auth"

// Without this, a warning about the version of Node would appear in the report.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true"

/** The documented table: `pk` and `sk`, and an index on `GSI1PK` and `GSI1SK`. */
const table: CreateTableCommandInput = {
  TableName,
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: ["pk", "sk", "GSI1PK", "GSI1SK"].map((AttributeName) => ({
    AttributeName,
    AttributeType: "S",
  })),
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "GSI1",
      Projection: { ProjectionType: "ALL" },
      KeySchema: [
        { AttributeName: "GSI1PK", KeyType: "HASH" },
        { AttributeName: "GSI1SK", KeyType: "RANGE" },
      ],
    },
  ],
}

async function startServer() {
  const server = dynalite({ createTableMs: 0 })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("dynalite does not listen on a port")
  return `http://127.0.0.1:${address.port}`
}

async function open() {
  const endpoint = await startServer()
  const client = new DynamoDB({
    endpoint,
    region: "local",
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
  })
  const documents = DynamoDBDocument.from(client, {
    marshallOptions: {
      convertEmptyValues: true,
      removeUndefinedValues: true,
      convertClassInstanceToMap: true,
    },
  })
  await client.createTable(table)
  await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.1 }, { TableName })
  return {
    adapter: DynamoDBAdapter(documents),
    // If the server closed while a request of a case that gave up still runs, it would throw. The process ends it.
    close: () => client.destroy(),
  }
}

export const peer = {
  package: "@auth/dynamodb-adapter",
  from: "Auth.js",
  stores: {
    dynamodb: {
      clients: ["@aws-sdk/lib-dynamodb", "dynalite"],
      note: "The documented table, in an emulator of DynamoDB without TTL.",
      open,
    },
  },
} satisfies AuthJsPeer
