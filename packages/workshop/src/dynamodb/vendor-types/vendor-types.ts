/** The client as its package types it. It compiles after the packages of the folder above are installed. */
import { DynamoDB, DynamoDBClient } from "@aws-sdk/client-dynamodb"
import {
  createDynamodbTable,
  dynamodbAdapter,
} from "../../../../mortise/src/stores/dynamodb/dynamodb-adapter.ts"

dynamodbAdapter(new DynamoDB({}), { table: "auth" })
createDynamodbTable(new DynamoDB({}))
// @ts-expect-error: its requests are objects of classes.
dynamodbAdapter(new DynamoDBClient({}))
