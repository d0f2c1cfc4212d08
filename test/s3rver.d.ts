declare module '@20minutes/s3rver' {
  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
  }
  type Context = { path: string; state: object }

  // oxlint-disable-next-line import/no-default-export -- that is how the library gives it
  export default class S3rver {
    /** Those of Koa; the last one is the router. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
