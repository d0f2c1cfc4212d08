import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ImportSource } from '#features/imports/contract-sources.ts'
import { maxUploadBytes, otherKinds, uploadIdOf } from '#features/imports/model.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { apiUrl } from '#platform/web/api.ts'
import { FormField } from '#platform/web/form/api-form.tsx'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'
import { upload, wrongKind } from '#platform/web/upload.ts'
import type { ResponseOf } from '#shared/contract.ts'

const datasetKinds = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.gz'

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`

/** 'openings-2026.csv.gz' is 'openings 2026'. */
const nameOf = (file: string) => file.replace(/\..*$/, '').replaceAll(/[-_]+/g, ' ').trim()

const hintOf = (source: ImportSource | undefined) =>
  source?.url.includes('…')
    ? 'We hide the secret parts. They stay unless you enter another address.'
    : 'The address of a list of jobs: JSON, CSV or XML, an Apify dataset’s items, or an ' +
      'applicant tracking system’s public list.'

type Props = { form: AnyForm; source?: ImportSource; onBusy?: (isBusy: boolean) => void }

/**
 * Takes a dataset's address, or its file, which is uploaded at once: then it has an address as any
 * other.
 */
export function DatasetField({ form, source, onBusy }: Props) {
  const url: string | undefined = useWatch({ control: form.hook.control, name: 'url' })
  const [name, setName] = useState(source?.fileName ?? 'An uploaded file')
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const setUrl = (value: string) =>
    form.hook.setValue('url', value, { shouldDirty: true, shouldValidate: value !== '' })

  async function take(file: File | undefined) {
    if (!file || share !== undefined) return
    const [, ending = ''] = /\.(pdf|xlsx?|ods|zip)$/i.exec(file.name) ?? []
    const wrong =
      ending === ''
        ? wrongKind(file, datasetKinds)
        : otherKinds[ending.toLowerCase() === 'pdf' ? 'pdf' : 'workbook']
    if (wrong !== undefined) return setError(wrong)
    if (file.size > maxUploadBytes)
      return setError(
        `${file.name} has ${sizeText(file.size)}; at most ${sizeText(maxUploadBytes)} can be ` +
          'uploaded. Compress it with gzip, or give its address.',
      )
    setError(undefined)
    setShare(0)
    onBusy?.(true)
    try {
      const to = apiUrl('POST /api/admin/import-files', { query: { name: file.name } })
      const content = file.slice(0, file.size, 'application/octet-stream')
      const uploaded = await upload<ResponseOf<'POST /api/admin/import-files'>>(to, content, {
        onProgress: setShare,
      })
      setName(file.name)
      // A file of a new source names it, until somebody does.
      if (form.hook.getValues('name') === '') form.hook.setValue('name', nameOf(file.name))
      setUrl(uploaded.url)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The upload failed. Please try again.')
    } finally {
      setShare(undefined)
      onBusy?.(false)
    }
  }

  return (
    <>
      {uploadIdOf(url ?? '') === undefined ? (
        <FormField
          form={form}
          name="url"
          label="Dataset URL"
          hint={hintOf(source)}
          input={{ type: 'url', inputMode: 'url', autoComplete: 'off' }}
        />
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-semibold">{name}</span>
          <Button label="Give an address instead" look="quiet" onClick={() => setUrl('')} />
        </p>
      )}
      <Field
        label="Dataset file"
        hint={`CSV, JSON, JSON lines or XML, also compressed with gzip; at most ${sizeText(maxUploadBytes)}.`}
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            type="file"
            className="py-1.5"
            accept={datasetKinds}
            onChange={({ target }) => void take(target.files?.[0])}
          />
        )}
      </Field>
      {share !== undefined && (
        <div>
          <ProgressBar label="Uploading" value={share} />
          <p role="status" className="mt-1 text-xs text-muted tabular-nums">
            {share < 1 ? `Uploading, ${Math.floor(share * 100)}%` : 'Looking at the file…'}
          </p>
        </div>
      )}
    </>
  )
}
