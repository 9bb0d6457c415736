export { type ActKeys, createActKeys } from './acts/act-key.ts';
export { ActMessage, type ActMessageProps } from './acts/act-message.tsx';
export { afterSending } from './acts/after-sending.ts';
export { type ActKit, type Problem, useActKit, useProblem } from './acts/problem.ts';
export { type ActOptions, type ActPhase, type ActSending, useAct } from './acts/use-act.ts';
export { useHeld } from './acts/use-held.ts';
export { Logo, LogoMark } from './brand/logo.tsx';
export {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  buttonClass,
  IconButton,
  type IconButtonProps,
} from './controls/button.tsx';
export { Checkbox, type CheckboxProps } from './controls/checkbox.tsx';
export { FilterFold, type FilterFoldProps } from './controls/filter-fold.tsx';
export {
  fingerClass,
  linkClass,
  loneLinkClass,
  quietLinkClass,
  TextLink,
  type TextLinkProps,
} from './controls/link.tsx';
export {
  Menu,
  MenuChoice,
  type MenuChoiceProps,
  MenuItem,
  type MenuItemProps,
  type MenuProps,
  MenuSeparator,
} from './controls/menu.tsx';
export { OutsideLink } from './controls/outside-link.tsx';
export { SearchSelect, type SearchSelectProps } from './controls/search-select.tsx';
export { type Segment, SegmentedControl, type SegmentedControlProps } from './controls/segmented-control.tsx';
export { Select, type SelectOption, type SelectProps } from './controls/select.tsx';
export { PercentSlider, type PercentSliderProps } from './controls/slider.tsx';
export { Tab, TabList, type TabListProps, TabPanel, Tabs, type TabsProps } from './controls/tabs.tsx';
export { type Theme, ThemeToggle } from './controls/theme-toggle.tsx';
export { useKeys } from './controls/use-keys.ts';
export { cx } from './cx.ts';
export { snapDecimal, stepDecimal } from './fields/decimal-steps.ts';
export { ManagedName } from './fields/managed-name.tsx';
export { NumberField, type NumberFieldProps } from './fields/number-field.tsx';
export { PasswordField, type PasswordFieldProps } from './fields/password-field.tsx';
export { TextArea, type TextAreaProps } from './fields/text-area.tsx';
export { TextField, type TextFieldProps } from './fields/text-field.tsx';
export { useRefusalText } from './fields/use-refusal-text.ts';
export { WrappedField } from './fields/wrapped-field.tsx';
export { CoinIcon } from './figures/coin-icon.tsx';
export { FlashCell, type FlashCellProps } from './figures/flash-cell.tsx';
export {
  Change,
  type ChangeProps,
  type Direction,
  directionClass,
  directionOf,
  Price,
  type PriceProps,
} from './figures/price.tsx';
export { QrCode, type QrCodeProps } from './figures/qr-code.tsx';
export { Sparkline, type SparklineProps } from './figures/sparkline.tsx';
export { ActDialog, type ActDialogProps, type ReasonField } from './forms/act-dialog.tsx';
export { fieldOfProblem, type ProblemPlaces } from './forms/field-of-problem.ts';
export { FormField, type FormFieldOptions, type FormFieldProps } from './forms/form-field.tsx';
export { type ActForm, type ActFormOptions, useActForm } from './forms/use-act-form.ts';
export {
  type Notification,
  type NotificationContent,
  type NotificationQueue,
  notifications,
} from './messages/notification-queue.ts';
export { toasts } from './messages/toasts.ts';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/confirm-dialog.tsx';
export { CoverContext } from './overlays/cover.ts';
export { Dialog, type DialogProps } from './overlays/dialog.tsx';
export {
  PictureButton,
  type PictureButtonProps,
  PictureViewer,
  type PictureViewerProps,
} from './overlays/picture-viewer.tsx';
export { Popover, type PopoverProps } from './overlays/popover.tsx';
export { popupClass, popupItemClass } from './overlays/popup-class.ts';
export { Sheet, type SheetProps } from './overlays/sheet.tsx';
export { Tooltip, type TooltipProps } from './overlays/tooltip.tsx';
export { networkNameOf } from './provider/network-name.ts';
export { UiProvider, type UiProviderProps } from './provider/ui-provider.tsx';
export { useFormatters, useTimeZone } from './provider/use-formatters.ts';
export { type Text, type TextValues, useText } from './provider/use-text.ts';
export {
  CopyButton,
  type CopyButtonProps,
  CopyReceipt,
  type CopyReceiptProps,
} from './receipt/copy-receipt.tsx';
export {
  type ReceiptState,
  ReceiptStub,
  type ReceiptStubProps,
  ReceiptTick,
} from './receipt/receipt-stub.tsx';
export { type CsvColumn, type CsvTime, csvOf } from './records/csv.ts';
export {
  type Difference,
  Differences,
  type PublishedValue,
  usePublishedValues,
} from './records/differences.tsx';
export { DownloadCsv, type DownloadCsvProps } from './records/download-csv.tsx';
export { readSearch } from './records/read-search.ts';
export { saveBlob, saveFile } from './records/save-file.ts';
export { type RecordsOptions, type RecordsPage, useRecords } from './records/use-records.ts';
export { deviceTheme, onDeviceTheme } from './start/device-theme.ts';
export { LostFile, type LostFileCode, loadFile, within } from './start/lost-file.ts';
export { appStarted, showLost, startApp } from './start/start-app.ts';
export { Badge, type BadgeTone } from './states/badge.tsx';
export { ConnectionBadge, type ConnectionState } from './states/connection-badge.tsx';
export { Detail, DetailList } from './states/detail-list.tsx';
export { EmptyState, type EmptyStateProps } from './states/empty-state.tsx';
export { ErrorState, type ErrorStateProps } from './states/error-state.tsx';
export { Loaded, type LoadedProps } from './states/loaded.tsx';
export { Ribbon } from './states/ribbon.tsx';
export { Skeleton, SkeletonText } from './states/skeleton.tsx';
export { Working } from './states/working.tsx';
export type { Column, SortDirection, TableSort } from './table/column.ts';
export { DataTable, type DataTableProps, type RecordQuery } from './table/data-table.tsx';
export {
  Cell,
  type CellProps,
  HeadCell,
  type HeadCellProps,
  Row,
  type RowProps,
  rowLinkClass,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  type TableProps,
} from './table/table.tsx';
