/// The host's id of a screen: never 0, and never used twice.
package typealias ScreenID = UInt64
