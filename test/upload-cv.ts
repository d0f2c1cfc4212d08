import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Caller } from './sign-in.ts'

export type FormPart = { field?: string; name?: string; content: Buffer | string }

/** A multipart form as a browser sends it. */
export async function formOf(
  parts: FormPart[],
): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData()
  for (const { field = 'cv', name, content } of parts) {
    if (name === undefined) form.append(field, content.toString())
    else form.append(field, new Blob([content as Buffer<ArrayBuffer>]), name)
  }
  const body = new Response(form)
  return {
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  }
}

export async function upload(
  caller: Caller,
  content: Buffer,
  name: string,
): Promise<LightMyRequestResponse> {
  return caller.call({
    method: 'POST',
    url: '/api/profile/cv',
    ...(await formOf([{ name, content }])),
  })
}

/** Leaves no CV, and none attached. */
export async function removeCvs(app: TestApp): Promise<void> {
  await sql`truncate cv_files, cv_attachments, cv_openings, waiting_inquiries, inquiry_replies`.execute(
    app.db,
  )
  for (const key of await storedKeys(app)) await app.storage.remove(key)
}

/** The storage's keys in a folder. */
export async function storedKeys(
  { storage }: Pick<TestApp, 'storage'>,
  folder = 'cv',
): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(folder)) keys.push(key)
  return keys.toSorted()
}
