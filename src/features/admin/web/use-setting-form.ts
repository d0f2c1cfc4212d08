import { useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import type { SiteSettings } from '../contract-settings.ts'
import { settingsQuery } from './settings-queries.ts'

type Options<Value extends FieldValues> = {
  schema: z.ZodType<Value, Value>
  setting: { value: Value; version: number }
  save: (body: Value & { version: number }) => Promise<SiteSettings>
}

/** The form of one setting. If somebody else was quicker, the page shows what holds now. */
export function useSettingForm<Value extends FieldValues>({ schema, setting, save }: Options<Value>): ApiFormState<Value> {
  const queryClient = useQueryClient()
  return useApiForm<Value, Value, SiteSettings>({
    schema,
    defaults: setting.value as DefaultValues<Value>,
    submit: (value) =>
      save({ ...value, version: setting.version }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'CONFLICT') {
          await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
        }
        throw error
      }),
    done(settings) {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      // Pages that say what holds are not to say what held.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsQuery.queryKey[0] })
      toast({ title: 'Setting saved', description: 'It holds from now on.' })
    },
    failure: { title: 'The setting was not saved' },
  })
}
