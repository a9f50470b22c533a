// SPDX-License-Identifier: MIT
//
// From a file's text to Clang's syntax tree.
#pragma once

#include <clang/Basic/FileManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <string>
#include <vector>

#include "format/source.h"

namespace cairn {
namespace {

/// The files of the system that are files: a device may never end, a pipe never begin.
class PlainFiles : public llvm::vfs::ProxyFileSystem {
 public:
  PlainFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine& path) override {
    const auto status = ProxyFileSystem::status(path);
    if (status && !status->isRegularFile() && !status->isDirectory())
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }
};

class KeepTree : public clang::tooling::ToolAction {
 public:
  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation,
                     clang::FileManager* files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer* consumer) override {
    tree_ = clang::ASTUnit::LoadFromCompilerInvocation(
        invocation, std::move(containers),
        clang::CompilerInstance::createDiagnostics(&invocation->getDiagnosticOpts(), consumer,
                                                   false),
        files);
    return tree_ != nullptr;
  }
  std::unique_ptr<clang::ASTUnit> take() { return std::move(tree_); }

 private:
  std::unique_ptr<clang::ASTUnit> tree_;
};

/// The text is that of `file`, wherever the system has it; nothing if there is no tree. `arguments`
/// are those of the compiler, without its name and the file.
std::unique_ptr<clang::ASTUnit> syntax_tree(const Source& file,
                                            const std::vector<std::string>& arguments,
                                            clang::DiagnosticConsumer& consumer) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> all(
      new llvm::vfs::OverlayFileSystem(new PlainFiles));
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> given(new llvm::vfs::InMemoryFileSystem);
  all->pushOverlay(given);  // gets the working directory, which names are relative to
  given->addFile(file.name, 0, llvm::MemoryBuffer::getMemBufferCopy(file.bytes, file.name));
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(clang::FileSystemOptions(), all));
  std::vector<std::string> line = {"cairn"};
  line.insert(line.end(), arguments.begin(), arguments.end());
  line.push_back(file.name);
  KeepTree action;
  clang::tooling::ToolInvocation invocation(line, &action, files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&consumer);
  return invocation.run() ? action.take() : nullptr;
}

}  // namespace
}  // namespace cairn
