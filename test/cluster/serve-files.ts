import { createS3Server } from '../s3-server.ts'

const [port = '', directory = ''] = process.argv.slice(2)
await createS3Server(Number(port), directory).run()
