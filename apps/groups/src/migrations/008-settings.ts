import { migration, workspaceSettingTable } from '@posthorn/chassis'

/** Settings of workspaces: the words of opt-outs. */
export const groups008 = migration('groups_008_settings', [workspaceSettingTable])
