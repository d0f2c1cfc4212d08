// The product as it runs in production; `demo/start.ts` starts it with sample data.
import { run } from './run.ts'

await run()
