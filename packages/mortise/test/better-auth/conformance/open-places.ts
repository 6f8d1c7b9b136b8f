import { join } from "node:path"
import { onTestFinished } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { openForTests } from "../../support/open-for-tests.ts"

/** New databases of each engine, for the tests of a file. */
export function openPlaces() {
  const [postgres, mariadb] = [openForTests(openPostgres), openForTests(openMariadb)]
  return {
    postgres: () => postgres.database(),
    mariadb: () => mariadb.database(),
    async file() {
      const { folder, remove } = quickFolder()
      onTestFinished(remove)
      return join(folder, "auth.db")
    },
  }
}
