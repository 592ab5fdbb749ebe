/** Something wrong with a plan, and where: the task by its place, from 0 (null: the plan as a whole). */
export interface PlanFault {
  task: number | null;
  field: 'id' | 'title' | 'acceptance' | 'depends_on' | null;
  /** The place within the field, where it is a list. */
  item?: number;
  text: string;
}

/** Said of the task by its number, as people and planners count. */
export const faultText = ({ task, text }: PlanFault): string => (task === null ? text : `task ${task + 1}: ${text}`);
