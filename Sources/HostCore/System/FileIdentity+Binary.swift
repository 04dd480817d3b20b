extension FileIdentity {
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            device: try reader.uint64(), inode: try reader.uint64(), size: try reader.int64(),
            modified: try reader.int64(), changed: try reader.int64())
    }

    package func write(binary writer: inout BinaryWriter) {
        writer.append(device)
        writer.append(inode)
        writer.append(size)
        writer.append(modified)
        writer.append(changed)
    }
}
