/** Commands of spot beside placing and cancelling plain orders, which stand in the kernel's commands. */
export type SpotCommand = never;
