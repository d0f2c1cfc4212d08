import { renewableDays } from '#features/postings/model.ts'
import { periodsSchema } from '#features/postings/schemas-settings.ts'
import { TextInput } from '#ui/text-input.tsx'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import type { SiteSettings } from '#features/admin/contract-settings.ts'
import { savePeriods } from '../settings-queries.ts'
import { useSettingForm } from '../use-setting-form.ts'
import { SettingSection } from './setting-section.tsx'

export function PeriodsForm({ setting }: { setting: SiteSettings['periods'] }) {
  const form = useSettingForm({ schema: periodsSchema, setting, save: savePeriods })
  return (
    <SettingSection
      title="Expiry"
      intro="For postings and renewals from now on; what is live keeps its end."
      changes={setting.changes}
      words={({ days, reminderDays }) => `${days} days, reminder ${reminderDays} days before`}
    >
      <ApiForm form={form} label="Expiry" className="flex flex-col gap-4">
        <div className="grid max-w-form gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="days"
            label="Days that a posting stays live"
            hint="From 15 to 365."
            options={{ valueAsNumber: true }}
          >
            {(control) => <TextInput {...control} inputMode="numeric" />}
          </FormField>
          <FormField
            form={form}
            name="reminderDays"
            label="Reminder, days before the end"
            hint={`From 1 to ${renewableDays}, when it can be renewed.`}
            options={{ valueAsNumber: true }}
          >
            {(control) => <TextInput {...control} inputMode="numeric" />}
          </FormField>
        </div>
        <SubmitButton form={form} pendingLabel="Saving..." className="self-start">
          Save expiry
        </SubmitButton>
      </ApiForm>
    </SettingSection>
  )
}
